import type { VoicemailMessage } from '@switchboard/client/telephony'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { showNumber } from '../../ui/show-number.ts'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { SoundPlayer } from '../sounds/sound-player.tsx'

export const callerOf = ({ from_name: name, from }: VoicemailMessage) =>
  name || showNumber(from) || p.voicemail.unknown

/** Marks messages as heard or new. */
export function useMarkVoicemail() {
  const { client } = usePortal()
  const queries = useQueryClient()
  return async ({ id }: VoicemailMessage, isRead: boolean): Promise<void> => {
    await client.call('PATCH /voicemail/messages/{message_id}', { message_id: id }, { is_read: isRead })
    await queries.invalidateQueries({ queryKey: portalKeys.voicemail.all })
  }
}

/** Plays a message, and marks it as heard. */
export function VoicemailPlayer({ message }: { message: VoicemailMessage }) {
  const mark = useMarkVoicemail()
  return (
    <SoundPlayer
      path={`/voicemail/messages/${encodeURIComponent(message.id)}/audio`}
      seconds={message.duration}
      play={p.voicemail.play(callerOf(message))}
      label={p.voicemail.player(callerOf(message))}
      onPlay={() => {
        if (!message.is_read) mark(message, true).catch((error) => showToast(messageOf(error), 'danger'))
      }}
    />
  )
}
