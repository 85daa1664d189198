import type { Texts } from '../texts.ts'

export const organizationSetup: Texts['organization']['setup'] = {
  title: 'Ihre Organisation einrichten',
  progress: (done, all) => `${done} von ${all} erledigt`,
  done: 'Erledigt:',
  open: 'Offen:',
  dismiss: 'Liste ausblenden',
  steps: {
    icon: { title: 'Namen prüfen und Bild hinzufügen', hint: 'Man sieht sie bei der Anmeldung.' },
    people: { title: 'Personen einladen', hint: 'Per E-Mail oder mit einem Link für viele.' },
    streams: { title: 'Streams anlegen', hint: 'Einen je Team, Projekt oder Thema.' },
    phones: { title: 'Telefone verbinden', hint: 'Nebenstellen, SMS und Faxe, mit denselben Konten.' },
    mail_server: {
      title: 'E-Mail-Server anschließen',
      hint: 'Wer den Server betreibt, setzt SMTP_URL. Bis dahin kommen Einladungen und neue Passwörter nicht an.',
    },
    backups: {
      title: 'Sicherungen anlegen',
      hint: 'Wer den Server betreibt, führt täglich „switchboard backup“ aus. Die letzte Sicherung ist älter als eine Woche, oder es gibt keine.',
    },
  },
}
