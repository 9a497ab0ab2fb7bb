// What one can do with an analysed position.

import { study as words } from '../../lib/i18n/study';
import { router } from '../../lib/router.svelte';
import { settings } from '../../lib/settings.svelte';
import type { Bench } from '../../lib/study/bench.svelte';
import type { Action } from '../../lib/ui/action';

/** What opens over the board. */
export type Sheet = 'texts' | 'playOn' | 'startOver' | 'more';

/** Beside a wide board, and on the sheet of a phone. */
export function tools(bench: Bench, open: (sheet: Sheet) => void): Action[] {
  const { study } = bench;
  const look = study.look;
  return [
    {
      name: words().edit,
      short: words().editShort,
      icon: 'gear',
      run: () => (bench.editing = true),
      disabled: !look,
    },
    { name: words().texts, short: words().textsShort, icon: 'list', run: () => open('texts'), disabled: !look },
    {
      name: words().playOn,
      short: words().playOnShort,
      icon: 'flag',
      run: () => open('playOn'),
      disabled: !look || !!look.scene.ending,
    },
    {
      name: words().reviewRecord,
      short: words().reviewShort,
      icon: 'chart',
      run: () => router.go(bench.reviewAddress()),
      disabled: study.nodes().length < 2,
    },
    { name: words().flip, short: words().flipShort, icon: 'flip', run: () => (settings.flip = !settings.flip) },
    {
      name: words().startOver,
      icon: 'replay',
      // What was tried is not thrown away unasked.
      run: () => {
        if (study.nodes().length > 1) open('startOver');
        else bench.startOver();
      },
    },
  ];
}

/** At the lower edge of a phone. */
export function barOf({ study, analyser: { wishes } }: Bench, open: (sheet: Sheet) => void): Action[] {
  return [
    { name: words().backShort, icon: 'previous', run: () => study.back(), disabled: study.current === study.root },
    { name: words().onShort, icon: 'next', run: () => study.on() },
    { name: words().engine, icon: 'chart', run: () => (wishes.on = !wishes.on), pressed: wishes.on },
    { name: words().texts, short: words().textsBar, icon: 'share', run: () => open('texts') },
    { name: words().more, icon: 'more', run: () => open('more') },
  ];
}
