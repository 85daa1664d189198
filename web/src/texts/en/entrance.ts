/** The pages behind links in mails, and the error pages. */
export const entrance = {
  toSignIn: 'Go to the sign-in page',
  toApp: 'Open Switchboard',
  join: {
    title: (organization: string) => `Join ${organization}`,
    invitedBy: (inviter: string) => `${inviter} has invited you.`,
    email: 'Email address',
    name: 'Your name',
    nameHint: 'This is how your team will see you. You can change it later.',
    password: 'Choose a password',
    passwordHint: 'At least 8 characters.',
    submit: 'Create account',
    confirmHint: 'We send you a link to create your account.',
    sendLink: 'Send me the link',
    sent: (email: string) => `We have sent a mail to ${email}. Open the link in it to go on.`,
    haveAccount: 'You already have an account? Sign in',
  },
  reset: {
    welcome: (organization: string) => `Welcome to ${organization}`,
    welcomeIntro: (email: string) => `Choose a password for your account ${email}.`,
    title: 'Choose a new password',
    intro: (email: string) => `For the account ${email}.`,
    password: 'New password',
    explanation:
      'You will be signed out everywhere else, and your API key is replaced. Programs that use the old key stop working.',
    keepBotKeys: 'Keep the API keys of my bots',
    keepBotKeysHint: 'Only if nobody else can have used your account.',
    submit: 'Save and sign in',
  },
  emailChange: {
    title: 'Confirm your new email address',
    intro: (organization: string) => `You will use it to sign in to ${organization}.`,
    before: 'Current address',
    after: 'New address',
    submit: 'Confirm address',
    doneTitle: 'Email address changed',
    done: (email: string) => `From now on, sign in as ${email}.`,
    stillSignedIn: 'You stay signed in where you are signed in now.',
    ownTitle: 'Confirm your email address',
    ownIntro: (organization: string) =>
      `${organization} then sends you mails about messages that you have missed.`,
    own: 'Your address',
    ownDoneTitle: 'Email address confirmed',
    ownDone: 'You get mails about missed messages, unless you turn them off in your settings.',
  },
  unsubscribe: {
    title: 'Mails about missed messages',
    intro: (organization: string, email: string) => `${organization} sends them to ${email}.`,
    done: 'You get no more mails about missed messages. You can turn them on again in your settings.',
    submit: 'Stop these mails',
  },
  badLink: {
    unsubscribe: {
      title: 'This link does not work',
      help: 'Sign in and turn the mails off in your settings.',
    },
    title: 'This link does not work',
    invitation: {
      unknown: {
        title: 'This invitation does not exist',
        help: 'Check that you have opened the whole link from the mail, or ask the person who invited you for a new one.',
      },
      used: {
        title: 'This invitation has been used',
        help: 'It works only once. If you have joined with it, sign in with your email address and password.',
      },
      revoked: {
        title: 'This invitation has been revoked',
        help: 'Ask the person who invited you for a new one.',
      },
      expired: {
        title: 'This invitation has expired',
        help: 'Ask the person who invited you for a new one.',
      },
      withdrawn: {
        title: 'This invitation is no longer valid',
        help: 'The person who sent it can no longer invite people. Ask an administrator of the organization for a new one.',
      },
    },
    reset: {
      title: 'This link no longer works',
      help: 'It works once and for a limited time, and only the newest one counts. Ask for a new one on the sign-in page: “Forgot your password?”',
      again: 'Ask for a new link',
    },
    emailChange: {
      title: 'This link no longer works',
      help: 'It works once, within a day. Sign in and change your email address in your settings again.',
    },
  },
  signInFailed: {
    not_configured: {
      title: 'There is no single sign-on here',
      help: 'This server is not connected to a provider. Sign in with your password.',
    },
    unavailable: {
      title: 'The sign-in provider does not answer',
      help: 'It may be down for a moment. Try again in a few minutes, or sign in with your password.',
    },
    cancelled: {
      title: 'You cancelled signing in',
      help: 'The provider has not told us who you are.',
    },
    refused: {
      title: 'Signing in did not work',
      help: 'The answer of the provider was not valid, or too old. Try again; if it fails again, tell the operator of the server.',
    },
    not_begun_here: {
      title: 'This sign-in is no longer valid',
      help: 'It was begun in another browser or window, took more than 15 minutes, or was finished already.',
    },
    too_many_attempts: {
      title: 'Too many attempts',
      help: 'Wait a minute, then try again.',
    },
    unverified_email: {
      title: 'Your email address is not verified',
      help: 'The provider has not verified your email address, so we cannot tell which account is yours. Verify the address at the provider, or sign in with your password.',
    },
    not_registered: {
      title: 'You have no account here',
      help: 'You can join with an invitation to the email address that you have at the provider. Ask an administrator of the organization for one.',
    },
    deactivated: {
      title: 'Your account is deactivated',
      help: 'An administrator of the organization can reactivate it.',
    },
    other_person: {
      title: 'Your address belongs to another account',
      help: 'Somebody else at the provider has signed in with this email address before. Ask the operator of the server to release the account.',
    },
    protected_account: {
      title: 'This account is protected',
      help: 'It owns the phones of the organization. Only the provider that the operator of the server has set up, or the password, opens it.',
    },
    other_address: {
      title: 'This invitation is for another address',
      help: 'It was sent to another email address than the one that you have at the provider. Ask for an invitation to that one, or join with a password.',
    },
    invitation_invalid: {
      title: 'This invitation no longer works',
      help: 'It was used or revoked, or has expired. Ask the person who invited you for a new one.',
    },
    organization_deactivated: {
      title: 'This organization is deactivated',
      help: 'Nobody can sign in to it at the moment. Ask the operator of the server.',
    },
  },
  errors: {
    notFound: 'This page does not exist',
    notFoundHelp: 'The address may be misspelled, or the page has moved.',
    file: 'This file cannot be opened',
    fileHelp:
      'It was deleted, or you have no access to it. If you are not signed in, sign in first and open the link again.',
    unavailable: 'The server is not available at the moment',
    unavailableHelp: 'It will be back soon. Try again in a moment.',
    failed: 'Something went wrong',
    failedHelp:
      'The server could not show this page. Try again; if it fails again, tell the operator of the server.',
  },
}
