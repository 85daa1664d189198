import { encodeUrlComponent } from '../../../markdown/is-safe-url.ts'
import type { Integration, Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { hmacSignature } from '../signatures/signature.ts'
import { lines, link, quote, time } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

/** Trello describes what happened by the values before, among them those of fields that nobody sees. */
function describeUpdate(data: Payload): string | undefined {
  const old = data.object('old')
  if (data.has('listAfter')) {
    const [from, to] = [plain(data.text('listBefore.name')), plain(data.text('listAfter.name'))]
    return `moved CARD from ${from} to ${to}`
  }
  if (old.has('name')) return `renamed “${plain(old.text('name'))}” to CARD`
  if (old.has('closed')) return data.flag('card.closed') ? 'archived CARD' : 'took CARD out of the archive'
  if (old.has('desc')) return 'changed the description of CARD'
  if (old.has('dueComplete')) return data.flag('card.dueComplete') ? 'completed CARD' : 'reopened CARD'
  // The old value is null if there was none.
  if (!('due' in (old.value as object))) return undefined
  const due = data.optionalText('card.due')
  return due === undefined ? 'removed the due date of CARD' : `set the due date of CARD to ${time(due)}`
}

/** `say` gets the data of the action; CARD in its sentence becomes the linked card. */
const onCard =
  (say: (data: Payload) => string | undefined, text?: string): Translate =>
  (payload) => {
    const data = payload.object('action.data')
    const sentence = say(data)
    if (sentence === undefined) return undefined
    const id = data.optionalText('card.shortLink')
    const url = id === undefined ? undefined : `https://trello.com/c/${encodeUrlComponent(id.slice(0, 50))}`
    const card = link(data.optionalText('card.name') ?? 'a card', url)
    const actor = plain(payload.optionalText('action.memberCreator.fullName') ?? 'Somebody')
    return {
      topic: data.text('board.name'),
      content: lines(
        `${actor} ${sentence.replace('CARD', () => card)}`,
        text === undefined ? '' : quote(data.optionalText(text)),
      ),
    }
  }

const listName = (data: Payload) => plain(data.text('list.name'))

export const trello: Integration = {
  name: 'trello',
  displayName: 'Trello',
  summary: 'Cards that are created, moved, renamed and archived, comments, members and checklists.',
  setup: [
    'Get an API key and a token at <https://trello.com/power-ups/admin>: create a Power-Up for your workspace, and choose **API key**, then **Token**.',
    'Create the webhook. `BOARD` is the id in the address of the board, after `/b/`:\n\n```\ncurl "https://api.trello.com/1/webhooks?key=KEY&token=TOKEN" --data-urlencode "idModel=BOARD" --data-urlencode "callbackURL=ADDRESS"\n```',
  ],
  options: ['only_events', 'exclude_events'],
  signature: hmacSignature({
    header: 'X-Trello-Webhook',
    algorithm: 'sha1',
    encoding: 'base64',
    secret: 'the **Secret** of the Power-Up, beside its API key',
    signed: ({ body, url }) => `${body}${url}`,
  }),
  ...translateByEvent({
    displayName: 'Trello',
    eventOf: (payload) => payload.text('action.type'),
    ignoresOthers: true,
    translations: {
      createCard: onCard((data) => `created CARD in ${listName(data)}`),
      copyCard: onCard(() => 'copied a card to CARD'),
      updateCard: onCard(describeUpdate),
      deleteCard: onCard(() => 'deleted CARD'),
      commentCard: onCard(() => 'commented on CARD', 'text'),
      addMemberToCard: onCard((data) => `added ${plain(data.text('member.name'))} to CARD`),
      removeMemberFromCard: onCard((data) => `removed ${plain(data.text('member.name'))} from CARD`),
      addAttachmentToCard: onCard(
        (data) =>
          `attached ${link(data.text('attachment.name'), data.optionalText('attachment.url'))} to CARD`,
      ),
      addChecklistToCard: onCard(
        (data) => `added the checklist ${plain(data.text('checklist.name'))} to CARD`,
      ),
      updateCheckItemStateOnCard: onCard((data) => {
        const verb = data.text('checkItem.state') === 'complete' ? 'checked' : 'unchecked'
        return `${verb} ${plain(data.text('checkItem.name'))} on CARD`
      }),
      createList: onCard((data) => `created the list ${listName(data)}`),
    },
  }),
  fixtures: async () => (await import('./trello-fixtures.ts')).trelloFixtures,
}
