import type { PortalTexts } from '../portal-texts.ts'

export const voicemail: PortalTexts['voicemail'] = {
  intro: 'Nachrichten von Anrufern, die niemanden erreicht haben.',
  newOnly: 'Nur neue Nachrichten',
  from: 'Anrufer',
  to: 'Nebenstelle',
  time: 'Zeit',
  message: 'Nachricht',
  unknown: 'Unbekannte Nummer',
  play: (caller) => `Nachricht von ${caller} abspielen`,
  player: (caller) => `Nachricht von ${caller}`,
  markHeard: 'Als gehört markieren',
  markNew: 'Als neu markieren',
  remove: 'Nachricht löschen',
  removeTitle: 'Diese Nachricht löschen?',
  removeText: (caller) =>
    `Die Nachricht von ${caller} wird gelöscht. Das kann nicht rückgängig gemacht werden.`,
  none: 'Noch keine Nachrichten',
  noneHint:
    'Schalten Sie die Mailbox in den Einstellungen einer Nebenstelle ein. Nachrichten von Anrufern erscheinen dann hier.',
  noneNew: 'Keine neuen Nachrichten',
  noneNewHint: 'Sie haben alle gehört.',
}
