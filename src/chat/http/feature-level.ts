import type { FastifyRequest } from 'fastify'

/** The level of the specification: we promise no features that the API family numbered later. */
const SPECIFIED_LEVEL = 0

/** Apps that refuse servers below a level, by the name at the beginning of their User-Agent. */
const levels: ReadonlyMap<string, number> = new Map([['ZulipFlutter', 371]])

/** From this level on, 0 for a time limit means no time, and null means no limit. */
export const NULL_LIMIT_LEVEL = 138

/** From this level on, clients keep people who were deactivated. */
export const DEACTIVATED_LEVEL = 222

/** From this level on, a message in a stream may have an empty topic. */
export const EMPTY_TOPIC_LEVEL = 334

/** From this level on, people and streams are named by their ids. */
export const IDS_LEVEL = 330

/**
 * The feature level that this client is told, and whose forms it gets where they differ from those of the
 * specification. See docs/decisions/0033-the-feature-level-of-a-client.md.
 */
export function featureLevel({ headers }: Pick<FastifyRequest, 'headers'>): number {
  return levels.get(headers['user-agent']?.split('/', 1)[0] ?? '') ?? SPECIFIED_LEVEL
}
