import { Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { Button } from '../../ui/button.tsx'
import { clockTime } from '../../ui/times.ts'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import styles from './sounds.module.css'

interface SoundPlayerProps {
  path: string
  seconds: number
  /** what the button does */
  play: string
  /** what is heard */
  label: string
  onPlay?: () => void
}

/** The sound is fetched when it is wanted: a plain address could not carry the key. */
export function SoundPlayer({ path, seconds, play, label, onPlay }: SoundPlayerProps) {
  const { client } = usePortal()
  const [busy, setBusy] = useState(false)
  const [url, setUrl] = useState<string>()
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])

  async function load() {
    setBusy(true)
    try {
      setUrl(URL.createObjectURL(await client.file(path)))
      onPlay?.()
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
    setBusy(false)
  }
  if (url !== undefined) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: recordings have no transcript
      <audio className={styles.player} controls autoPlay src={url} aria-label={label} />
    )
  }
  return (
    <Button size="small" icon={<Play />} busy={busy} aria-label={play} onClick={() => void load()}>
      {clockTime(seconds)}
    </Button>
  )
}
