import type { Db } from '../../chat-platform.ts'
import { listMutedStreamIds } from '../subscriptions/subscription-store.ts'
import { listTopicPolicies } from './muted-topic-store.ts'
import { visibilityPolicy } from './visibility-policy.ts'

/** The muted streams and topics of one user. */
export class Mutes {
  readonly #streams: ReadonlySet<number>
  readonly #policies: ReadonlyMap<string, number>

  constructor(streams: ReadonlySet<number>, policies: ReadonlyMap<string, number>) {
    this.#streams = streams
    this.#policies = policies
  }

  /** An unmuted or followed topic is not muted, even if its stream is. */
  isMuted(streamId: number | null, topicKey: string): boolean {
    if (streamId === null) return false
    const policy = this.#policies.get(policyKey(streamId, topicKey)) ?? visibilityPolicy.none
    return policy === visibilityPolicy.none ? this.#streams.has(streamId) : policy === visibilityPolicy.muted
  }
}

export async function loadMutes(db: Db, realmId: number, userId: number): Promise<Mutes> {
  const streams = await listMutedStreamIds(db, realmId, userId)
  const topics = await listTopicPolicies(db, realmId, userId)
  return new Mutes(
    new Set(streams),
    new Map(topics.map((row) => [policyKey(row.stream_id, row.topic_key), row.visibility_policy])),
  )
}

const policyKey = (streamId: number, topicKey: string) => `${streamId}:${topicKey}`
