import type { OrganizationTexts } from '../organization-texts.ts'

export const organizationLegalHolds: OrganizationTexts['legalHolds'] = {
  title: 'Löschsperren',
  intro:
    'Bis eine Sperre aufgehoben wird, wird von der Person oder dem Stream nichts gelöscht: weder von Personen oder Administratoren noch durch Fristen oder das Löschen einer Person. Die Sperre einer Person umfasst, was sie gesendet hat, ihre Dateien und ihre Direktnachrichten; bei den Telefonen ihre Anrufe, Aufnahmen, Sprachnachrichten, SMS, gesendeten Faxe und Dateien.',
  subject: 'Person oder Stream',
  choose: 'Auswählen',
  reason: 'Grund',
  reasonHint: 'Zum Beispiel ein Aktenzeichen. Nur Administratoren sehen ihn.',
  placed: 'Gesetzt',
  state: 'Zustand',
  applies: 'Gilt',
  released: 'Aufgehoben',
  place: 'Löschsperre setzen',
  release: 'Aufheben',
  releaseOf: (name) => `Löschsperre aufheben: ${name}`,
  releaseTitle: (name) => `Löschsperre von ${name} aufheben?`,
  releaseText:
    'Was wegen der Fristen schon gelöscht wäre, wird bald gelöscht. Der Eintrag der Sperre bleibt.',
  none: 'Keine Löschsperren',
  noneHint: 'Setzen Sie eine, wenn Nachrichten oder Dateien Beweise sein können.',
}

export const organizationPersonalData: OrganizationTexts['personalData'] = {
  title: 'Personenbezogene Daten',
  intro:
    'Was über einzelne Personen exportiert wurde und wer gelöscht wurde. Beides wird im Formular einer Person unter Personen beauftragt.',
  person: 'Person',
  what: 'Auftrag',
  export: 'Export',
  erasure: 'Löschung; Nachrichten bleiben',
  erasureWithMessages: 'Löschung mit Nachrichten',
  ordered: 'Beauftragt',
  operator: 'Der Betreiber des Servers',
  state: 'Zustand',
  states: { pending: 'Läuft', failed: 'Fehlgeschlagen', done: 'Fertig' },
  deletedMessages: (count) => (count === 1 ? '1 Nachricht gelöscht' : `${count} Nachrichten gelöscht`),
  none: 'Noch keine Aufträge',
  noneHint: 'Exporte können eine Woche lang heruntergeladen werden. Löschungen bleiben in dieser Liste.',
}
