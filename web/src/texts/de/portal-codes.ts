import type { PortalTexts } from '../portal-texts.ts'

export const codes: PortalTexts['codes'] = {
  title: 'Telefoncodes',
  intro:
    'Was Sie am Telefon wählen können. Eine Stimme sagt, was sich geändert hat, und das Portal zeigt es.',
  print: 'Drucken',
  dial: 'Wählen',
  number: 'Nummer',
  purpose: 'Was geschieht',
  names: {
    forward_calls: 'Alle Anrufe zu der Nummer umleiten',
    stop_forwarding: 'Anrufe nicht mehr umleiten',
    forward_when_busy: 'Anrufe zu der Nummer umleiten, wenn bei Ihnen besetzt ist',
    stop_forwarding_when_busy: 'Nicht mehr umleiten, wenn besetzt ist',
    forward_unanswered: 'Anrufe zu der Nummer umleiten, wenn Sie nicht antworten',
    stop_forwarding_unanswered: 'Nicht mehr umleiten, wenn Sie nicht antworten',
    do_not_disturb: 'Nicht stören: Ihr Telefon klingelt nicht',
    end_do_not_disturb: 'Wieder erreichbar sein',
    follow_me: 'Rufweiterleitung ein- oder ausschalten',
    night_mode:
      'Nachtbetrieb ein- oder ausschalten: Die Öffnungszeiten mit der Nummer oder alle sind geschlossen',
    block_last_caller: 'Die Nummer sperren, die zuletzt angerufen hat',
    record_prompt:
      'Ihre Begrüßung für die Mailbox aufnehmen, oder die Ansage des Menüs mit der Nummer, wenn Sie das dürfen',
    call_back: 'Die Nummer anrufen, die zuletzt angerufen hat',
    find_by_name: 'Jemanden über die ersten Buchstaben des Namens finden',
    hear_messages: 'Neue Nachrichten anhören',
    pick_up: 'Einen Anruf übernehmen, der bei Ihrer Gruppe klingelt',
    pick_up_at: 'Den Anruf übernehmen, der bei der Nummer klingelt',
    intercom: 'Mit jemandem sprechen, dessen Telefon von selbst abhebt',
    sign_in: 'An der Warteschlange mit der Nummer oder an allen an- oder abmelden',
    park_call: 'Den gehaltenen Anruf parken, und hören, unter welcher Nummer',
    record_call: 'Im Gespräch: Aufnahme beginnen oder unterbrechen, wenn Sie das dürfen',
  },
}
