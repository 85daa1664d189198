import type { EntranceTexts } from '../entrance-texts.ts'

export const entrance: EntranceTexts = {
  toSignIn: 'Zur Anmeldung',
  toApp: 'Switchboard öffnen',
  join: {
    title: (organization) => `${organization} beitreten`,
    invitedBy: (inviter) => `${inviter} hat Sie eingeladen.`,
    email: 'E-Mail-Adresse',
    name: 'Ihr Name',
    nameHint: 'So sieht Sie Ihr Team. Sie können ihn später ändern.',
    password: 'Passwort wählen',
    passwordHint: 'Mindestens 8 Zeichen.',
    submit: 'Konto anlegen',
    confirmHint: 'Wir senden Ihnen einen Link, mit dem Sie Ihr Konto anlegen.',
    sendLink: 'Link senden',
    sent: (email) =>
      `Wir haben eine E-Mail an ${email} gesendet. Öffnen Sie den Link darin, um fortzufahren.`,
    haveAccount: 'Sie haben schon ein Konto? Anmelden',
  },
  reset: {
    welcome: (organization) => `Willkommen bei ${organization}`,
    welcomeIntro: (email) => `Wählen Sie ein Passwort für Ihr Konto ${email}.`,
    title: 'Neues Passwort wählen',
    intro: (email) => `Für das Konto ${email}.`,
    password: 'Neues Passwort',
    explanation:
      'Sie werden überall sonst abgemeldet und Ihr API-Schlüssel wird ersetzt. Programme mit dem alten Schlüssel funktionieren dann nicht mehr.',
    keepBotKeys: 'API-Schlüssel meiner Bots behalten',
    keepBotKeysHint: 'Nur, wenn niemand sonst Ihr Konto benutzt haben kann.',
    submit: 'Speichern und anmelden',
  },
  emailChange: {
    title: 'Neue E-Mail-Adresse bestätigen',
    intro: (organization) => `Damit melden Sie sich künftig bei ${organization} an.`,
    before: 'Bisherige Adresse',
    after: 'Neue Adresse',
    submit: 'Adresse bestätigen',
    doneTitle: 'E-Mail-Adresse geändert',
    done: (email) => `Melden Sie sich ab jetzt als ${email} an.`,
    stillSignedIn: 'Wo Sie angemeldet sind, bleiben Sie angemeldet.',
    ownTitle: 'E-Mail-Adresse bestätigen',
    ownIntro: (organization) =>
      `${organization} sendet Ihnen dann E-Mails über Nachrichten, die Sie verpasst haben.`,
    own: 'Ihre Adresse',
    ownDoneTitle: 'E-Mail-Adresse bestätigt',
    ownDone:
      'Sie erhalten E-Mails über verpasste Nachrichten, solange Sie sie nicht in den Einstellungen abstellen.',
  },
  unsubscribe: {
    title: 'E-Mails über verpasste Nachrichten',
    intro: (organization: string, email: string) => `${organization} sendet sie an ${email}.`,
    done: 'Sie bekommen keine E-Mails über verpasste Nachrichten mehr. In den Einstellungen können Sie sie wieder einschalten.',
    submit: 'Diese E-Mails nicht mehr senden',
  },
  badLink: {
    unsubscribe: {
      title: 'Dieser Link funktioniert nicht',
      help: 'Melden Sie sich an und schalten Sie die E-Mails in den Einstellungen aus.',
    },
    title: 'Dieser Link funktioniert nicht',
    invitation: {
      unknown: {
        title: 'Diese Einladung gibt es nicht',
        help: 'Prüfen Sie, ob Sie den ganzen Link aus der E-Mail geöffnet haben, oder bitten Sie um eine neue Einladung.',
      },
      used: {
        title: 'Diese Einladung wurde schon benutzt',
        help: 'Sie gilt nur einmal. Wenn Sie damit beigetreten sind, melden Sie sich mit E-Mail-Adresse und Passwort an.',
      },
      revoked: {
        title: 'Diese Einladung wurde zurückgezogen',
        help: 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
      },
      expired: {
        title: 'Diese Einladung ist abgelaufen',
        help: 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
      },
      withdrawn: {
        title: 'Diese Einladung gilt nicht mehr',
        help: 'Die Person, die sie gesendet hat, darf niemanden mehr einladen. Bitten Sie die Administration der Organisation um eine neue.',
      },
    },
    reset: {
      title: 'Dieser Link gilt nicht mehr',
      help: 'Er gilt einmal und nur begrenzte Zeit, und nur der neueste zählt. Fordern Sie auf der Anmeldeseite einen neuen an: „Passwort vergessen?“',
      again: 'Neuen Link anfordern',
    },
    emailChange: {
      title: 'Dieser Link gilt nicht mehr',
      help: 'Er gilt einmal, einen Tag lang. Melden Sie sich an und ändern Sie Ihre E-Mail-Adresse in den Einstellungen noch einmal.',
    },
  },
  signInFailed: {
    not_configured: {
      title: 'Hier gibt es kein Single Sign-on',
      help: 'Dieser Server ist mit keinem Anbieter verbunden. Melden Sie sich mit Ihrem Passwort an.',
    },
    unavailable: {
      title: 'Der Anmeldedienst antwortet nicht',
      help: 'Vielleicht ist er nur kurz gestört. Versuchen Sie es in einigen Minuten noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    },
    cancelled: {
      title: 'Sie haben die Anmeldung abgebrochen',
      help: 'Der Anmeldedienst hat uns nicht mitgeteilt, wer Sie sind.',
    },
    refused: {
      title: 'Die Anmeldung hat nicht funktioniert',
      help: 'Die Antwort des Anmeldedienstes war ungültig oder zu alt. Versuchen Sie es noch einmal; wenn es wieder nicht geht, wenden Sie sich an den Betreiber des Servers.',
    },
    not_begun_here: {
      title: 'Diese Anmeldung gilt nicht mehr',
      help: 'Sie wurde in einem anderen Browser oder Fenster begonnen, hat länger als 15 Minuten gedauert oder war schon abgeschlossen.',
    },
    too_many_attempts: {
      title: 'Zu viele Versuche',
      help: 'Warten Sie eine Minute, und versuchen Sie es dann noch einmal.',
    },
    unverified_email: {
      title: 'Ihre E-Mail-Adresse ist nicht bestätigt',
      help: 'Der Anmeldedienst hat Ihre E-Mail-Adresse nicht bestätigt. Deshalb wissen wir nicht, welches Konto Ihres ist. Bestätigen Sie die Adresse beim Anmeldedienst, oder melden Sie sich mit Ihrem Passwort an.',
    },
    not_registered: {
      title: 'Sie haben hier kein Konto',
      help: 'Sie können mit einer Einladung an die E-Mail-Adresse beitreten, die Sie beim Anmeldedienst haben. Bitten Sie einen Administrator der Organisation darum.',
    },
    deactivated: {
      title: 'Ihr Konto ist deaktiviert',
      help: 'Ein Administrator der Organisation kann es wieder aktivieren.',
    },
    other_person: {
      title: 'Ihre Adresse gehört zu einem anderen Konto',
      help: 'Mit dieser E-Mail-Adresse hat sich schon eine andere Person des Anmeldedienstes angemeldet. Bitten Sie den Betreiber des Servers, das Konto freizugeben.',
    },
    protected_account: {
      title: 'Dieses Konto ist geschützt',
      help: 'Ihm gehören die Telefone der Organisation. Nur der Anbieter, den der Betreiber des Servers eingerichtet hat, oder das Passwort öffnet es.',
    },
    other_address: {
      title: 'Diese Einladung gilt für eine andere Adresse',
      help: 'Sie wurde an eine andere E-Mail-Adresse gesendet als die, die Sie beim Anmeldedienst haben. Bitten Sie um eine Einladung an diese, oder treten Sie mit einem Passwort bei.',
    },
    invitation_invalid: {
      title: 'Diese Einladung funktioniert nicht mehr',
      help: 'Sie wurde schon benutzt, widerrufen oder ist abgelaufen. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    },
    organization_deactivated: {
      title: 'Diese Organisation ist deaktiviert',
      help: 'Zurzeit kann sich niemand bei ihr anmelden. Wenden Sie sich an den Betreiber des Servers.',
    },
  },
  errors: {
    notFound: 'Diese Seite gibt es nicht',
    notFoundHelp: 'Die Adresse ist vielleicht falsch geschrieben, oder die Seite ist umgezogen.',
    file: 'Diese Datei lässt sich nicht öffnen',
    fileHelp:
      'Sie wurde gelöscht, oder Sie haben keinen Zugriff. Wenn Sie nicht angemeldet sind, melden Sie sich zuerst an und öffnen Sie den Link dann erneut.',
    unavailable: 'Der Server ist im Moment nicht verfügbar',
    unavailableHelp: 'Er ist bald wieder da. Versuchen Sie es gleich noch einmal.',
    failed: 'Etwas ist schiefgegangen',
    failedHelp:
      'Der Server konnte diese Seite nicht anzeigen. Versuchen Sie es noch einmal; wenn es wieder fehlschlägt, wenden Sie sich an den Betreiber des Servers.',
  },
}
