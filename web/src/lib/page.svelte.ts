// What a page is about, kept in step with its address and with the title of the window.

import { untrack } from 'svelte';
import { router } from './router.svelte';
import { title } from './title.svelte';

/** Something that a page shows under an address of its own. */
interface Subject {
  readonly id: string;
  close(): void;
}

/** The subject of a page: made anew when the address names another one, closed with the page. `name` is
 * the first part of the address, `id` what it names now. Call it while a component is set up. */
export function subjectOf<S extends Subject>(name: string, id: () => string, make: (id: string) => S): () => S {
  let subject = $state.raw(untrack(() => make(id())));
  $effect(() => {
    const wanted = id();
    // The address may be that of the next page already, which is still on its way.
    if (router.place.name !== name) return;
    untrack(() => {
      if (subject.id === wanted) return;
      subject.close();
      subject = make(wanted);
    });
  });
  $effect(() => () => untrack(() => subject.close()));
  return () => subject;
}

/** Keeps the window's title while a component is there. Call it while the component is set up. */
export function keepPageTitle(text: () => string): void {
  $effect(() => {
    title.page = text();
    return () => (title.page = '');
  });
}
