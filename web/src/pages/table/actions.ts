// What one can do at a table, and where it is offered.

import { common } from '../../lib/i18n/common';
import { play } from '../../lib/i18n/play';
import { missingForFriends } from '../../lib/offline/needs';
import { settings } from '../../lib/settings.svelte';
import { mayWantNotifications, wantNotifications } from '../../lib/title.svelte';
import type { Action } from '../../lib/ui/action';
import type { TableModel } from './model.svelte';

/** What opens over the table. */
export type Sheet = 'share' | 'resign' | 'moves' | 'more' | 'end' | 'rules';

export interface TableActions {
  /** Beside a wide board. */
  row: Action[];
  /** At the lower edge of a phone. */
  bar: Action[];
  /** What the bar has no room for. */
  sheet: Action[];
  sound: Action;
}

/** The actions of a table as it stands. */
export function tableActions(model: TableModel, open: (sheet: Sheet) => void, replay: () => void): TableActions {
  const ending = model.state?.ending;
  const some = (actions: (Action | null)[]) => actions.filter((action) => action !== null);

  const takeback: Action | null =
    model.seated && !ending
      ? {
          name: model.againstComputer || model.sameScreen ? play().takeback : play().takebackAsk,
          short: play().takeback,
          icon: 'undo',
          run: () => model.offer('takeback'),
          disabled: !model.may('offer', 'takeback'),
        }
      : null;
  const hint: Action | null =
    model.againstComputer && !ending
      ? {
          name: play().hint,
          icon: 'hint',
          run: () => void model.askHint(),
          disabled: !model.myTurn || model.hinting || !model.past.live,
        }
      : null;
  const draw: Action | null = model.may('offer', 'draw')
    ? { name: play().draw, icon: 'handshake', run: () => model.offer('draw') }
    : null;
  const resign: Action | null = model.may('resign')
    ? { name: play().resign, icon: 'flag', run: () => open('resign'), danger: true }
    : null;
  const again: Action = { name: play().replay, icon: 'replay', run: replay, disabled: model.past.at === 0 };
  const flip: Action = { name: play().flip, icon: 'flip', run: () => (settings.flip = !settings.flip) };
  const sound: Action = {
    name: settings.sound ? common().soundOff : common().soundOn,
    icon: settings.sound ? 'sound' : 'mute',
    run: () => (settings.sound = !settings.sound),
  };
  const back: Action = {
    name: play().stepBack,
    short: play().backShort,
    icon: 'previous',
    run: () => model.past.go(model.past.at - 1),
    disabled: model.past.at === 0,
  };
  const on: Action = {
    name: play().stepOn,
    short: play().onShort,
    icon: 'next',
    run: () => model.past.go(model.past.at + 1),
    disabled: model.past.live,
  };
  // Who waits for another person may want to look elsewhere meanwhile.
  const tell: Action | null =
    model.betweenPeople && !ending && mayWantNotifications()
      ? { name: play().tellMe, icon: 'bell', run: () => void wantNotifications(true) }
      : null;
  // Without a server there is no link to hand out, but a finished game leaves keepsakes.
  const shared = !!ending || missingForFriends() !== 'server';
  const share: Action | null = shared ? { name: play().share, icon: 'share', run: () => open('share') } : null;
  const rules: Action = { name: play().rulesShort, icon: 'book', run: () => open('rules') };
  const over: Action = { name: play().over, icon: 'check', run: () => open('end') };
  const moves: Action = { name: play().moves, icon: 'list', run: () => open('moves') };
  const more: Action = { name: play().moreActions, icon: 'more', run: () => open('more') };

  const begin = ending ? [over] : model.seatFree ? [share] : [takeback, hint ?? again];

  return {
    row: some([takeback, hint, draw, resign, again, flip, rules, share, tell]),
    bar: some([...begin, back, on, moves, ending ? share : null, more]),
    sheet: some([rules, again, flip, sound, share, tell, draw, resign]),
    sound,
  };
}
