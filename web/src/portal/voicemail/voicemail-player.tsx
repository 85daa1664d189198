import { Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { VoicemailMessage } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { clockTime } from '../../ui/clock-time.ts'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import styles from './voicemail.module.css'

interface VoicemailPlayerProps {
  message: VoicemailMessage
  caller: string
  onPlay: () => void
}

/** The sound is fetched when it is wanted: a plain address could not carry the key. */
export function VoicemailPlayer({ message, caller, onPlay }: VoicemailPlayerProps) {
  const { client } = usePortal()
  const [busy, setBusy] = useState(false)
  const [url, setUrl] = useState<string>()
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])

  async function load() {
    setBusy(true)
    try {
      const sound = await client.file(`/voicemail/messages/${encodeURIComponent(message.id)}/audio`)
      setUrl(URL.createObjectURL(sound))
      onPlay()
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
    setBusy(false)
  }
  if (url !== undefined) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: recordings have no transcript
      <audio className={styles.player} controls autoPlay src={url} aria-label={p.voicemail.player(caller)} />
    )
  }
  return (
    <Button
      size="small"
      icon={<Play />}
      busy={busy}
      aria-label={p.voicemail.play(caller)}
      onClick={() => void load()}
    >
      {clockTime(message.duration)}
    </Button>
  )
}
