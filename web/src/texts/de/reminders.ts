import type { Texts } from '../texts.ts'

export const reminders: Texts['reminders'] = {
  title: 'Erinnerungen',
  none: 'Keine Erinnerungen',
  explained: 'Wählen Sie „Erinnern“ im Menü einer Nachricht, und Sie bekommen zur gewählten Zeit eine Notiz.',
  remindMe: 'Erinnern',
  add: 'Erinnerung setzen',
  added: (time) => `Sie werden am ${time} erinnert.`,
  message: 'Eine Nachricht',
  goThere: 'Zur Nachricht',
}
