import type { Texts } from '../texts.ts'

export const inbox: Texts['inbox'] = {
  title: 'Eingang',
  unread: 'Ungelesen',
  recent: 'Letzte Unterhaltungen',
  nothingUnread: 'Sie haben alles gelesen.',
  nothingRecent: 'Hier erscheinen Ihre Unterhaltungen.',
  markAllRead: 'Alle Nachrichten als gelesen markieren',
  markRead: (place) => `${place} als gelesen markieren`,
  more: 'Ältere Unterhaltungen anzeigen',
  you: 'Sie',
}
