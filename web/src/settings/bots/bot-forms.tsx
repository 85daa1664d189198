import type { RealmBot } from '@switchboard/client/chat'
import { type ChatInput, callChat } from '../../api/chat-api.ts'
import { pictureTypes } from '../../api/upload.ts'
import type { ChatState, Person } from '../../chat/state/chat-state.ts'
import { sortStreams } from '../../chat/streams/sort-streams.ts'
import type { FieldSpec, SelectSpec, TextSpec } from '../../resource/draft-fields.tsx'
import type { ResourceForm } from '../../resource/resource.ts'
import type { Draft } from '../../resource/use-draft.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { PictureEditor, usePicturePreview } from '../profile/picture-editor.tsx'
import { ButtonRow } from '../settings-section.tsx'
import { readCommands, writeCommands } from './bot-command-lines.ts'
import { botTypeName, OUTGOING_BOT } from './bot-types.ts'

export type NewBot = ChatInput<'POST /bots'> & { file?: File }

/** `commands`: as text, one on each line. */
type BotPatch = Omit<ChatInput<'PATCH /bots/{bot_id}'>, 'bot_id'> & { commands?: string }

export interface CreatedBot {
  full_name: string
  email: string
  api_key: string
}

interface NewBotFormOptions {
  types: readonly number[]
  domain: string
  onCreated: (bot: CreatedBot) => void
}

/** Creates the bot and its picture in one request: an invalid picture rejects the whole bot. */
export const newBotForm = <Item,>(options: NewBotFormOptions): ResourceForm<Item, NewBot> => ({
  title: () => t.bots.create,
  submit: t.bots.create,
  saved: null,
  fields: (draft) => [
    {
      kind: 'select',
      at: '/bot_type',
      label: t.bots.type,
      hint: t.bots.typeHint,
      options: options.types.map((value) => ({ value, text: botTypeName(value) })),
    },
    { at: '/full_name', label: t.bots.name, required: true, maxLength: 100 },
    {
      at: '/short_name',
      label: t.bots.shortName,
      hint: t.bots.shortNameHint(emailOf(draft.text('/short_name'), options.domain)),
      required: true,
    },
    ...(draft.value('/bot_type') === OUTGOING_BOT
      ? [urlField('/payload_url'), interfaceField('/interface_type')]
      : []),
    { kind: 'other', key: 'picture', render: (bot) => <BotPicture draft={bot} /> },
  ],
  create: {
    fresh: {
      full_name: '',
      short_name: '',
      ...(options.types[0] !== undefined && { bot_type: options.types[0] }),
    },
    async save(bot) {
      const isOutgoing = bot.bot_type === OUTGOING_BOT
      const service = isOutgoing ? { payload_url: '', interface_type: 1 } : {}
      const { api_key } = await callChat('POST /bots', { ...service, ...bot })
      options.onCreated({
        full_name: bot.full_name,
        email: emailOf(bot.short_name, options.domain),
        api_key,
      })
    },
  },
})

const emailOf = (shortName: string, domain: string) => `${shortName.trim()}-bot@${domain}`

/** Of an outgoing webhook: where messages for the bot are posted to. */
const urlField = <At extends string>(at: At): TextSpec<At> => ({
  at,
  label: t.bots.payloadUrl,
  hint: t.bots.payloadUrlHint,
  required: true,
  inputMode: 'url',
  placeholder: 'https://',
})

/** And how. */
const interfaceField = <At extends string>(at: At): SelectSpec<At, number> => ({
  kind: 'select',
  at,
  label: t.bots.interface,
  options: [
    { value: 1, text: t.bots.json },
    { value: 2, text: t.bots.slack },
  ],
})

const commandsField: FieldSpec<BotPatch> = {
  kind: 'area',
  at: '/commands',
  label: t.bots.commands,
  hint: t.bots.commandsHint,
  rows: 3,
}

function BotPicture({ draft }: { draft: Draft<NewBot> }) {
  const picture = draft.value('/file')
  const preview = usePicturePreview(picture)
  return (
    <ButtonRow>
      <Avatar url={preview} name={draft.value('/full_name')} />
      <FileButton
        size="small"
        label={t.settings.picture.choose}
        accept={pictureTypes}
        onChoose={(file) => draft.set('/file', file)}
      />
      {picture && (
        <Button size="small" look="quiet" onClick={() => draft.set('/file', undefined)}>
          {t.settings.picture.remove}
        </Button>
      )}
    </ButtonRow>
  )
}

/** Only changes are sent: other values may have been changed meanwhile. */
export const botForm = (state: ChatState, people: readonly Person[]): ResourceForm<RealmBot, BotPatch> => ({
  title: (bot) => t.bots.edit(bot?.full_name ?? ''),
  intro: (bot) =>
    bot && (
      <PictureEditor
        url={bot.avatar_url}
        name={bot.full_name}
        path={`/bots/${bot.user_id}/avatar`}
        onRemove={() => callChat('DELETE /bots/{bot_id}/avatar', { bot_id: bot.user_id })}
      />
    ),
  fields: (draft, bot) => [
    { at: '/full_name', label: t.bots.name, required: true, maxLength: 100 },
    ...(state.me.isAdmin ? [ownerField(people, draft.value('/bot_owner_id') === state.me.userId)] : []),
    ...(bot && bot.services.length > 0
      ? [urlField('/service_payload_url'), interfaceField('/service_interface'), commandsField]
      : []),
    streamField(state, '/default_sending_stream', t.bots.sendingStream, t.bots.sendingStreamHint),
    streamField(state, '/default_events_register_stream', t.bots.eventsStream, t.bots.eventsStreamHint),
    { kind: 'check', at: '/default_all_public_streams', label: t.bots.allPublic },
  ],
  change: {
    storedOf: (bot) => ({
      full_name: bot.full_name,
      ...(bot.owner_id !== null && { bot_owner_id: bot.owner_id }),
      service_payload_url: bot.services[0]?.base_url ?? '',
      service_interface: bot.services[0]?.interface ?? 1,
      commands: writeCommands(state.commands.filter(({ bot_id }) => bot_id === bot.user_id)),
      default_sending_stream: bot.default_sending_stream ?? '',
      default_events_register_stream: bot.default_events_register_stream ?? '',
      default_all_public_streams: bot.default_all_public_streams,
    }),
    async save(bot, { commands, ...patch }) {
      const id = { bot_id: bot.user_id }
      if (commands !== undefined)
        await callChat('PUT /bots/{bot_id}/commands', { ...id, commands: readCommands(commands) })
      if (Object.keys(patch).length > 0) await callChat('PATCH /bots/{bot_id}', { ...id, ...patch })
    },
  },
})

const ownerField = (people: readonly Person[], isOwn: boolean): FieldSpec<BotPatch> => ({
  kind: 'select',
  at: '/bot_owner_id',
  label: t.bots.owner,
  hint: isOwn ? undefined : t.bots.ownerHint,
  options: people
    .filter((person) => !person.is_guest)
    .map(({ user_id, full_name }) => ({ value: user_id, text: full_name })),
})

/** A bot cannot use private streams that the user is not subscribed to. */
function streamField(
  state: ChatState,
  at: '/default_sending_stream' | '/default_events_register_stream',
  label: string,
  hint: string,
): FieldSpec<BotPatch> {
  const open = [...state.streams.values()].filter(
    ({ invite_only, stream_id }) => !invite_only || state.subscriptions.has(stream_id),
  )
  return {
    kind: 'select',
    at,
    label,
    hint,
    options: [
      { value: '', text: t.bots.noStream },
      ...sortStreams(open).map(({ name }) => ({ value: name, text: name })),
    ],
  }
}
