import type { Texts } from '../texts.ts'
import { plural } from './plural.ts'

export const search: Texts['search'] = {
  label: 'Nachrichten suchen',
  placeholder: 'Suchen',
  clear: 'Suche löschen',
  suggestions: 'Vorschläge',
  count: (count) => plural(count, { one: '1 Vorschlag', other: `${count} Vorschläge` }),
  words: (words) => `Nach ${words} suchen`,
  here: (words) => `In dieser Unterhaltung nach ${words} suchen`,
  not: (what) => `Nicht: ${what}`,
  operators: {
    stream: 'Nachrichten in einem Stream',
    topic: 'Nachrichten zu einem Thema',
    sender: 'Nachrichten einer Person',
    dm: 'Private Nachrichten mit einer Person',
    is: 'Nachrichten nach Status, zum Beispiel ungelesen',
    has: 'Nachrichten nach Inhalt, zum Beispiel Links',
    near: 'Nachrichten rund um eine Nachrichten-ID',
  },
  states: {
    'is:unread': 'Ungelesene Nachrichten',
    'is:starred': 'Markierte Nachrichten',
    'is:mentioned': 'Nachrichten mit Erwähnungen',
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
