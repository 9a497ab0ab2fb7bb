import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { games } from './lib/api';
import { router } from './lib/router.svelte';

// What nearly every page needs comes while the shell is being put up.
void games().catch(() => undefined);
void router
  .page(router.place.name)?.()
  .catch(() => undefined);

const target = document.getElementById('app');
if (target) mount(App, { target });

// The app is kept for days without a network. That can wait until the first page is there.
addEventListener('load', () => void import('./lib/offline/start').catch(() => undefined), { once: true });
