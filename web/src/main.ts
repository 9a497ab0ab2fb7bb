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
