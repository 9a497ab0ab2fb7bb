// Loaded when the page has come to rest: nothing of this is needed to begin.

import { mount } from 'svelte';
import Bar from './Bar.svelte';
import { updates } from './updates.svelte';

mount(Bar, { target: document.body });
void updates.start();
