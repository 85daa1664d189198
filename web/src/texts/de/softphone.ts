import type { Texts } from '../texts.ts'

export const softphone: Texts['softphone'] = {
  label: 'Telefon',
  open: 'Anrufen',
  title: (number) => `Nebenstelle ${number}`,
  close: 'Schließen',
  number: 'Nummer',
  call: 'Anrufen',
  answer: 'Annehmen',
  decline: 'Ablehnen',
  hangUp: 'Auflegen',
  mute: 'Stumm',
  keypad: 'Tastatur',
  keys: { '*': 'Stern', '#': 'Raute' },
  ringHere: 'In diesem Browser klingeln',
  incoming: (name, number) => (name === number ? `${number} ruft an` : `${name} (${number}) ruft an`),
  line: {
    off: '',
    connecting: 'Verbindung wird hergestellt …',
    ready: '',
    lost: 'Keine Verbindung. Neuer Versuch …',
  },
  phase: { ringing: 'Ruft an …', talking: 'Im Gespräch' },
  problem: {
    microphone: 'Der Browser gibt dieser Seite das Mikrofon nicht frei.',
    busy: 'Besetzt',
    unknown: 'Diese Nummer gibt es nicht.',
    unavailable: 'Dort ist niemand zu erreichen.',
    failed: 'Der Anruf ist fehlgeschlagen.',
  },
}
