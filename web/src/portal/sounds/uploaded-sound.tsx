import { Trash2 } from 'lucide-react'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { SoundPlayer } from './sound-player.tsx'
import styles from './sounds.module.css'
import { SpokenText } from './speech.tsx'

interface UploadedSoundProps {
  /** none: nothing was uploaded */
  sound: { readonly duration: number; readonly text: string | null } | null
  /** changes with the sound */
  version: string | undefined
  /** where it is heard */
  path: string
  texts: { label: string; play: string; upload: string; uploaded: string; remove: string }
  onUpload: (form: FormData) => Promise<unknown>
  onRemove: () => Promise<unknown>
}

/** A sound that callers hear: it can be played, replaced by a file or a spoken text, and deleted. */
export function UploadedSound({ sound, version, path, texts, onUpload, onRemove }: UploadedSoundProps) {
  const submit = useSubmit()
  async function upload(file: File) {
    const form = new FormData()
    form.set('upfile', file, file.name)
    if (await submit.run(() => onUpload(form))) showToast(texts.uploaded)
  }
  async function speak(text: string) {
    const form = new FormData()
    form.set('text', text)
    if (await submit.run(() => onUpload(form))) showToast(p.company.speech.spoken)
  }
  return (
    <>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <div className={styles.actions}>
        {sound && (
          <SoundPlayer
            key={version}
            path={path}
            seconds={sound.duration}
            play={texts.play}
            label={texts.label}
          />
        )}
        <FileButton
          size="small"
          label={texts.upload}
          accept="audio/wav,.wav"
          busy={submit.busy}
          onChoose={(file) => void upload(file)}
        />
        {sound && (
          <Button size="small" icon={<Trash2 />} onClick={() => void submit.run(onRemove)}>
            {texts.remove}
          </Button>
        )}
      </div>
      <SpokenText key={version} initial={sound?.text ?? ''} busy={submit.busy} onSpeak={speak} />
    </>
  )
}
