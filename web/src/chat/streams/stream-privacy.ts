import { t } from '../../texts/texts.ts'
import type { KnownStream } from '../state/chat-state.ts'

/** Public, private with the history, private without it. */
export type Privacy = 'public' | 'history' | 'private'

export const privacies: readonly Privacy[] = ['public', 'history', 'private']

export function privacyOf(
  stream: Pick<KnownStream, 'invite_only' | 'history_public_to_subscribers'>,
): Privacy {
  if (!stream.invite_only) return 'public'
  return stream.history_public_to_subscribers ? 'history' : 'private'
}

export function privacyText(privacy: Privacy): string {
  const texts = {
    public: t.streams.publicText,
    history: t.streams.privateWithHistory,
    private: t.streams.privateWithoutHistory,
  }
  return texts[privacy]
}
