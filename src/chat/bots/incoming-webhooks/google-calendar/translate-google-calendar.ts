import type { Integration, Translated } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { lines, link, time } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'

/** What Google's own notifications lack: they say that something changed, but not what. */
const script = `function postChanges(change) {
  const store = PropertiesService.getUserProperties()
  const key = 'sync ' + change.calendarId
  const list = (options) => Calendar.Events.list(change.calendarId, options)
  let page, items = []
  const token = store.getProperty(key)
  do {
    try {
      page = list({ pageToken: page && page.nextPageToken, syncToken: token || undefined })
    } catch (expired) {
      return store.deleteProperty(key)
    }
    items = items.concat(page.items)
  } while (page.nextPageToken)
  store.setProperty(key, page.nextSyncToken)
  if (!token || items.length === 0) return
  UrlFetchApp.fetch('ADDRESS', {
    method: 'post',
    contentType: 'application/json',
    payload: JSON.stringify({ summary: page.summary, items: items }),
  })
}`

/** A moment in the zone of each reader, or a whole day. */
function moment(point: Payload | undefined): string | undefined {
  const at = point?.optionalText('dateTime')
  return at === undefined ? plainIf(point?.optionalText('date')) : time(at)
}

const plainIf = (text: string | undefined) => (text === undefined ? undefined : plain(text))

function when(event: Payload): string {
  const start = event.optionalObject('start')
  const from = moment(start)
  // The end of a whole day is the day after.
  const to = start?.has('dateTime') ? moment(event.optionalObject('end')) : undefined
  return from === undefined ? '' : ` · ${to === undefined ? from : `${from} – ${to}`}`
}

function translateEvent(calendar: string, event: Payload): Translated {
  const name = `**${link(event.optionalText('summary') ?? 'An event', event.optionalText('htmlLink'))}**`
  const place = plainIf(event.optionalText('location'))
  if (event.optionalText('status') === 'cancelled')
    return { topic: calendar, content: `🚫 Cancelled: ${name}${when(event)}` }
  return {
    topic: calendar,
    content: lines(
      `📅 ${isNew(event) ? 'New' : 'Changed'}: ${name}${when(event)}`,
      place === undefined ? '' : `📍 ${place}`,
    ),
  }
}

function isNew(event: Payload): boolean {
  const created = Date.parse(event.optionalText('created') ?? '')
  return Date.parse(event.optionalText('updated') ?? '') - created < 5000
}

export const googleCalendar: Integration = {
  name: 'google_calendar',
  displayName: 'Google Calendar',
  summary: 'Events of a calendar that are created, changed and cancelled.',
  setup: [
    'Open <https://script.google.com> with the account that sees the calendar, and create a project. Beside **Services**, add the **Google Calendar API**.',
    `Replace the code with this, and save:\n\n\`\`\`js\n${script}\n\`\`\``,
    'Under **Triggers**, add one for `postChanges` with the event source **From calendar** and the address of the calendar. Allow the script to read your calendars and to call other services.',
    'The first change only makes the script remember what is there; later ones become messages.',
  ],
  events: [],
  options: [],
  translate(payload) {
    const calendar = payload.text('summary')
    return payload.list('items').map((event) => translateEvent(calendar, event))
  },
  fixtures: async () => (await import('./google-calendar-fixtures.ts')).googleCalendarFixtures,
}
