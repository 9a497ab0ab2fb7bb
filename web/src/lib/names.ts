// What people and players are called.

import { common } from './i18n/common';
import type { Sitter } from './wire';

/** Who sits there, as others see them. */
export function sitterName(sitter: Sitter): string {
  switch (sitter.type) {
    case 'nobody':
      return common().nobody;
    case 'guest':
      return sitter.name || common().guest;
    case 'computer':
      return common().computer(sitter.level);
  }
}
