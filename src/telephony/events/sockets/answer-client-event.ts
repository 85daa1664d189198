import { checkBody } from '../../http/check-body.ts'
import { limitCallRate } from '../../identity/authenticate-caller.ts'
import { requireScope } from '../../identity/permissions.ts'
import { notFound, Problem } from '../../problem.ts'
import type { EventChannels } from '../event-channels.ts'
import { clientEvents } from './client-events.ts'
import { currentActor } from './socket-identity.ts'
import type { Session } from './socket-sessions.ts'

/** How many requests of a client may be in flight. */
const MOST_IN_FLIGHT = 20
const byName = new Map(clientEvents.map((event) => [event.name, event]))

/**
 * Handles an event of a client. The result goes to its acknowledgement; without one, only problems are sent, as
 * `exception`.
 */
export async function answerClientEvent(
  channels: EventChannels,
  session: Session,
  name: string,
  args: readonly unknown[],
): Promise<void> {
  session.inFlight += 1
  try {
    await carryOut(channels, session, name, args[0])
    acknowledge(args, {})
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem(500, 'The server failed')
    if (problem.status === 500) channels.log.error({ err: error, event: name }, 'an event of a client failed')
    tellProblem(session, args, problem)
  } finally {
    session.inFlight -= 1
  }
}

async function carryOut(channels: EventChannels, session: Session, name: string, payload: unknown) {
  if (session.inFlight > MOST_IN_FLIGHT) {
    throw new Problem(429, `More than ${MOST_IN_FLIGHT} events at once; wait for their answers`)
  }
  const event = byName.get(name)
  if (!event) throw notFound('There is no event of this name')
  await channels.follower.catchUp(session.companyId)
  const actor = await currentActor(channels, session)
  if (!actor) throw new Problem(401, 'The API key or the user is not valid any more')
  await limitCallRate(channels, actor)
  requireScope(actor, event.scope)
  await event.handle(channels, actor, checkBody(event.payload, payload), session.timezone)
}

/** Sends a problem to the acknowledgement if there is one, else as an event. */
export function tellProblem(
  { socket }: Pick<Session, 'socket'>,
  args: readonly unknown[],
  problem: Problem,
): void {
  if (!acknowledge(args, { error: problem.body() })) socket.emit('exception', problem.body())
}

function acknowledge(args: readonly unknown[], answer: object): boolean {
  const ack = args.at(-1)
  if (typeof ack === 'function') ack(answer)
  return typeof ack === 'function'
}
