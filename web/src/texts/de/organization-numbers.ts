import type { Texts } from '../texts.ts'

export const organizationNumbers: Texts['organization']['numbers'] = {
  title: 'SMS-Nummern',
  intro:
    'Eine Nummer mit einem Stream verbinden: Jede SMS-Unterhaltung wird dort ein Thema, und was jemand im Thema schreibt, wird als SMS gesendet.',
  tie: 'Nummer verbinden',
  tieNow: 'Verbinden',
  number: 'Nummer',
  stream: 'Stream',
  streamHint: 'Alle, die im Stream schreiben können, können SMS an diese Nummer beantworten.',
  chooseStream: 'Stream wählen',
  hiddenStream: 'Ein privater Stream',
  none: 'Keine Nummer ist verbunden',
  noneHint: 'SMS bleiben im Portal, bis ihre Nummer mit einem Stream verbunden ist.',
  noFree: 'Alle SMS-Nummern der Firma sind schon verbunden, oder es gibt noch keine.',
  untie: 'Trennen',
  untieNumber: (number) => `${number} trennen`,
  untieTitle: (number) => `${number} trennen?`,
  untieHint: (stream) =>
    `Neue SMS erscheinen nicht mehr in ${stream}, und Antworten dort werden nicht gesendet. Alle Nachrichten und SMS bleiben, wo sie sind.`,
}
