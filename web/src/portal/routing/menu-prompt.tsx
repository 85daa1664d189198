import { Play, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Menu } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { clockTime } from '../../ui/clock-time.ts'
import { FileButton } from '../../ui/file-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import styles from './routing.module.css'

interface MenuPromptProps {
  instanceUuid: string
  /** none: it is being created */
  menu: Menu | undefined
  onChanged: () => void
}

/** What callers hear: it can be played, replaced and deleted. */
export function MenuPrompt({ instanceUuid, menu, onChanged }: MenuPromptProps) {
  const { client } = usePortal()
  const texts = p.routing.menus
  const submit = useSubmit()
  const [url, setUrl] = useState<string>()
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  if (!menu) return <p>{texts.promptLater}</p>
  const at = { instance_uuid: instanceUuid, menu_id: menu.id }

  const change = (work: () => Promise<unknown>) =>
    submit.run(async () => {
      await work()
      setUrl(undefined)
      onChanged()
    })
  async function upload(file: File) {
    const form = new FormData()
    form.set('upfile', file, file.name)
    const done = await change(() =>
      client.call('PUT /instances/{instance_uuid}/menus/{menu_id}/prompt', at, form),
    )
    if (done) showToast(texts.uploaded)
  }
  const play = () =>
    submit.run(async () => {
      const sound = await client.file(`/instances/${instanceUuid}/menus/${menu.id}/prompt`)
      setUrl(URL.createObjectURL(sound))
    })
  return (
    <fieldset className={styles.rows}>
      <legend>{texts.prompt}</legend>
      <p>{texts.promptHint}</p>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <div className={styles.row}>
        {menu.prompt && url === undefined && (
          <Button size="small" icon={<Play />} aria-label={texts.play} onClick={() => void play()}>
            {clockTime(menu.prompt.duration)}
          </Button>
        )}
        {url !== undefined && (
          // biome-ignore lint/a11y/useMediaCaption: prompts have no transcript
          <audio className={styles.player} controls autoPlay src={url} aria-label={texts.prompt} />
        )}
        <FileButton
          size="small"
          label={texts.upload}
          accept="audio/wav,.wav"
          busy={submit.busy}
          onChoose={(file) => void upload(file)}
        />
        {menu.prompt && (
          <Button
            size="small"
            icon={<Trash2 />}
            onClick={() =>
              void change(() => client.call('DELETE /instances/{instance_uuid}/menus/{menu_id}/prompt', at))
            }
          >
            {texts.removePrompt}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
