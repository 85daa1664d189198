export const organizationSetup = {
  title: 'Set up your organization',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done:',
  open: 'To do:',
  dismiss: 'Hide this list',
  steps: {
    icon: { title: 'Check the name and add a picture', hint: 'People see them when they sign in.' },
    people: { title: 'Invite people', hint: 'By mail, or with a link for many.' },
    streams: { title: 'Create streams', hint: 'One for each team, project or subject.' },
    phones: { title: 'Connect phones', hint: 'Extensions, texts and faxes, with the same accounts.' },
    mail_server: {
      title: 'Connect a mail server',
      hint: 'The operator of the server sets SMTP_URL. Until then, invitations and password resets are not delivered.',
    },
    backups: {
      title: 'Make backups',
      hint: 'The operator of the server runs “switchboard backup” every day. The last one is more than a week old, or there is none.',
    },
  },
}
