import { t } from '../../texts/texts.ts'
import { type Emoji, findEmoji, writtenEmoji } from '../emoji/emoji-data.ts'
import type { ChatState } from '../state/chat-state.ts'
import type { Destination } from '../state/destination.ts'
import type { CompletionQuery } from './completion-query.ts'
import { findPeople, hasNamesake } from './find-people.ts'
import { findStreams } from './find-streams.ts'
import { folded, matchesWords } from './match-words.ts'
import type { Completion } from './suggestion.ts'

const MAX_COUNT = 8

interface CompletionSources {
  state: ChatState
  destination: Destination
  emoji: readonly Emoji[]
  /** of the stream that the query names */
  topics: readonly string[]
}

export function findCompletions(query: CompletionQuery, sources: CompletionSources): readonly Completion[] {
  switch (query.kind) {
    case 'mention':
      return [
        ...mentionedPeople(query, sources),
        ...mentionedGroups(query, sources),
        ...wildcards(query, sources),
      ].slice(0, MAX_COUNT)
    case 'stream':
      return findStreams(sources.state, query.text, MAX_COUNT).map(({ stream_id, name, invite_only }) => ({
        key: `stream ${stream_id}`,
        label: name,
        picture: { kind: invite_only ? 'private-stream' : 'stream' },
        insert: `#**${name}**`,
      }))
    case 'topic':
      return findTopics(sources.topics, query.text).map((topic) => ({
        key: `topic ${topic}`,
        label: topic,
        picture: { kind: 'topic' },
        insert: `#**${query.stream}>${topic}** `,
      }))
    case 'emoji':
      return findEmoji(sources.emoji, query.text, MAX_COUNT).map((emoji) => ({
        key: `${emoji.type} ${emoji.name}`,
        label: `:${emoji.name}:`,
        picture: { kind: 'emoji', emoji },
        insert: writtenEmoji(emoji),
      }))
    case 'command':
      return [...ownCommands(), ...botCommands(sources)]
        .filter(({ key }) => key.startsWith(query.text.toLowerCase()))
        .slice(0, MAX_COUNT)
  }
}

function mentionedPeople({ text, silent }: CompletionQuery, sources: CompletionSources): Completion[] {
  const { state, destination } = sources
  const streamId = destination.kind === 'stream' ? destination.streamId : undefined
  return findPeople(state, text, { streamId, most: MAX_COUNT }).map((person) => {
    const { user_id, full_name, email, avatar_url } = person
    const name = hasNamesake(state, person) ? `${full_name}|${user_id}` : full_name
    return {
      key: `person ${user_id}`,
      label: full_name,
      detail: email,
      picture: { kind: 'person', url: avatar_url },
      insert: `@${silent ? '_' : ''}**${name}** `,
    }
  })
}

function mentionedGroups({ text, silent }: CompletionQuery, { state }: CompletionSources): Completion[] {
  return [...state.groups.values()]
    .filter(({ name }) => matchesWords(folded(name), folded(text)))
    .map(({ id, name, description }) => ({
      key: `group ${id}`,
      label: name,
      detail: description,
      picture: { kind: 'group' },
      insert: `@${silent ? '_' : ''}*${name}* `,
    }))
}

/** Everybody in the conversation. Without others there is nobody to notify. */
function wildcards({ text, silent }: CompletionQuery, sources: CompletionSources): Completion[] {
  const { destination, state } = sources
  const isAlone =
    destination.kind === 'direct' && destination.userIds.every((userId) => userId === state.me.userId)
  if (silent || isAlone) return []
  const names = destination.kind === 'stream' ? ['all', 'everyone', 'stream'] : ['all', 'everyone']
  return names
    .filter((name) => name.startsWith(text.toLowerCase()))
    .map((name) => ({
      key: `wildcard ${name}`,
      label: name,
      detail: t.compose.notifiesEveryone,
      picture: { kind: 'everybody' },
      insert: `@**${name}** `,
    }))
}

export function findTopics(topics: readonly string[], text: string): readonly string[] {
  const wanted = folded(text.trim())
  return topics.filter((topic) => matchesWords(folded(topic), wanted)).slice(0, MAX_COUNT)
}

function ownCommands(): Completion[] {
  const details = { me: t.compose.commandMe, poll: t.compose.commandPoll, todo: t.compose.commandTodo }
  return Object.entries(details).map(([name, detail]) => ({
    key: name,
    label: `/${name}`,
    detail,
    picture: { kind: 'command' },
    insert: `/${name} `,
    isPoll: name === 'poll',
  }))
}

/** Those that call their bot from here. */
function botCommands({ state, destination }: CompletionSources): Completion[] {
  return state.commands
    .filter(({ bot_id }) => isCalled(bot_id, state, destination))
    .map(({ name, description, parameters, bot_id }) => ({
      key: name,
      label: parameters === '' ? `/${name}` : `/${name} ${parameters}`,
      detail: description || state.people.get(bot_id)?.full_name,
      picture: { kind: 'command' },
      insert: `/${name} `,
    }))
}

/** A bot must be in the direct conversation; it or its owner must read the private stream. */
function isCalled(botId: number, state: ChatState, destination: Destination): boolean {
  if (destination.kind === 'direct') return destination.userIds.includes(botId)
  const { streamId } = destination
  if (streamId === undefined || !state.streams.get(streamId)?.invite_only) return true
  const readers = state.subscribers.get(streamId)
  const owner = state.people.get(botId)?.bot_owner_id
  return !readers || readers.has(botId) || (typeof owner === 'number' && readers.has(owner))
}
