export const reminders = {
  title: 'Reminders',
  none: 'No reminders',
  explained: 'Choose "Remind me" in the menu of a message, and you get a note at the time you choose.',
  remindMe: 'Remind me',
  add: 'Set reminder',
  added: (time: string) => `You will be reminded on ${time}.`,
  message: 'A message',
  goThere: 'Go to the message',
}
