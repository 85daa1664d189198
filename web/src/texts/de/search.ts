import type { Texts } from '../texts.ts'
import { plural } from './plural.ts'

export const search: Texts['search'] = {
  label: 'Nachrichten suchen',
  placeholder: 'Suchen',
  clear: 'Leeren',
  suggestions: 'Vorschläge',
  count: (count) => plural(count, { one: '1 Vorschlag', other: `${count} Vorschläge` }),
  words: (words) => `Nach ${words} suchen`,
  here: (words) => `In dieser Unterhaltung nach ${words} suchen`,
  not: (what) => `Nicht: ${what}`,
  operators: {
    stream: 'Nachrichten eines Streams',
    topic: 'Nachrichten eines Themas',
    sender: 'Nachrichten von jemandem',
    dm: 'Private Nachrichten mit jemandem',
    is: 'Nachrichten in einem Zustand, etwa ungelesen',
    has: 'Nachrichten mit etwas, etwa Links',
    near: 'Nachrichten um eine Nachrichten-ID',
  },
  states: {
    'is:unread': 'Ungelesene Nachrichten',
    'is:starred': 'Markierte Nachrichten',
    'is:mentioned': 'Nachrichten, die Sie erwähnen',
    'is:dm': 'Private Nachrichten',
    'has:link': 'Nachrichten mit Links',
    'has:image': 'Nachrichten mit Bildern',
    'has:attachment': 'Nachrichten mit Anhängen',
  },
  inStream: (name) => `In #${name}`,
  inTopic: (topic) => `Im Thema ${topic}`,
  sentBy: (name) => `Von ${name}`,
  withPerson: (name) => `Private Nachrichten mit ${name}`,
}
