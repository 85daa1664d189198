import type { ApiClient } from '../../harness/api-client.ts'
import type { World } from '../../harness/world.ts'
import { CANARY, ok, type Plan, type Secret } from './secret.ts'

/** One way of losing a stream. */
export interface WayOut extends Plan {
  name: string
  loser(world: World): ApiClient
  lose(world: World, secret: Secret): Promise<unknown>
  /** Administrators see that every stream exists, but not its messages. */
  stillKnowsStream?: true
  /** The stream stays; what was in it is gone, as an event has told. */
  losesMessagesOnly?: true
  /** Their credentials are worth nothing any more. */
  isLockedOut?: true
  /** A bot writes where its owner is, and reads only where it is itself. */
  couldOnlyWrite?: true
}

const ben = ({ ben }: World) => ben
const echoBot = ({ echoBot }: World) => echoBot
const leave = (client: ApiClient, { streamName }: Secret) =>
  ok(client.delete('/users/me/subscriptions', { subscriptions: [streamName] }))
const makePrivate = async ({ ada }: World, { streamId, streamName }: Secret) => {
  await ok(ada.post('/users/me/subscriptions', { subscriptions: [{ name: streamName }] }))
  await ok(ada.patch(`/streams/${streamId}`, { is_private: true }))
}
/** Everything that was in the stream is in another one, of which only Cleo knows: from now on, that is the secret. */
const moveAway = async ({ cleo }: World, secret: Secret) => {
  secret.streamName = `${CANARY} elsewhere`
  const subscriptions = [{ name: secret.streamName }]
  await ok(cleo.post('/users/me/subscriptions', { subscriptions, invite_only: true }))
  secret.streamId = (await ok(cleo.get('/get_stream_id', { stream: secret.streamName }))).stream_id
  const move = { stream_id: secret.streamId, propagate_mode: 'change_all' }
  await ok(cleo.patch(`/messages/${secret.messageId}`, move))
}
const personOf = ({ demo }: World) => demo.people.ben

export const waysOut: readonly WayOut[] = [
  {
    name: 'who unsubscribed',
    isPrivate: true,
    members: ['ben'],
    loser: ben,
    lose: (world, secret) => leave(world.ben, secret),
  },
  {
    name: 'who was removed by an administrator',
    isPrivate: true,
    members: ['ben'],
    loser: ben,
    lose: (world, { streamName }) =>
      ok(
        world.ada.delete('/users/me/subscriptions', {
          subscriptions: [streamName],
          principals: ['ben@example.com'],
        }),
      ),
  },
  {
    name: 'an administrator who unsubscribed',
    isPrivate: true,
    members: ['ada'],
    loser: ({ ada }) => ada,
    lose: (world, secret) => leave(world.ada, secret),
    stillKnowsStream: true,
  },
  {
    name: 'who looked into a public stream that became private',
    isPrivate: false,
    members: [],
    loser: ben,
    lose: makePrivate,
  },
  {
    name: 'who had left a public stream that became private',
    isPrivate: false,
    members: ['ben'],
    loser: ben,
    async lose(world, secret) {
      await leave(world.ben, secret)
      await makePrivate(world, secret)
    },
  },
  {
    name: 'whose messages were moved to a private stream',
    isPrivate: false,
    members: ['ben'],
    loser: ben,
    lose: moveAway,
    losesMessagesOnly: true,
  },
  {
    name: 'who became a guest',
    isPrivate: false,
    members: [],
    loser: ben,
    lose: (world) => ok(world.ada.patch(`/users/${personOf(world).id}`, { role: 600 })),
  },
  {
    name: 'whose account was deactivated',
    isPrivate: true,
    members: ['ben'],
    loser: ben,
    lose: (world) => ok(world.ada.delete(`/users/${personOf(world).id}`)),
    isLockedOut: true,
  },
  {
    name: 'who holds a key that was replaced',
    isPrivate: true,
    members: ['ben'],
    loser: ben,
    lose: (world) => ok(world.ben.post('/users/me/api_key/regenerate')),
    isLockedOut: true,
  },
  {
    name: 'a bot whose owner unsubscribed',
    isPrivate: true,
    members: ['ben'],
    loser: echoBot,
    lose: (world, secret) => leave(world.ben, secret),
    couldOnlyWrite: true,
  },
  {
    name: 'a bot whose owner was deactivated',
    isPrivate: true,
    members: ['ben'],
    loser: echoBot,
    lose: (world) => ok(world.ada.delete(`/users/${personOf(world).id}`)),
    isLockedOut: true,
    couldOnlyWrite: true,
  },
]
