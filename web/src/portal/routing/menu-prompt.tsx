import type { Menu } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { usePortal } from '../shell/portal-context.ts'
import { UploadedSound } from '../sounds/uploaded-sound.tsx'
import styles from './routing.module.css'

interface MenuPromptProps {
  instanceUuid: string
  /** none: it is being created */
  menu: Menu | undefined
  onChanged: () => void
}

/** What callers hear in a menu. */
export function MenuPrompt({ instanceUuid, menu, onChanged }: MenuPromptProps) {
  const { client } = usePortal()
  const texts = p.routing.menus
  if (!menu) return <p>{texts.promptLater}</p>
  const at = { instance_uuid: instanceUuid, menu_id: menu.id }
  return (
    <fieldset className={styles.rows}>
      <legend>{texts.prompt}</legend>
      <p>{texts.promptHint}</p>
      <UploadedSound
        sound={menu.prompt}
        version={menu.prompt?.id}
        path={`/instances/${instanceUuid}/menus/${menu.id}/prompt`}
        texts={{ ...texts, label: texts.prompt, remove: texts.removePrompt }}
        onUpload={async (form) => {
          await client.call('PUT /instances/{instance_uuid}/menus/{menu_id}/prompt', at, form)
          onChanged()
        }}
        onRemove={async () => {
          await client.call('DELETE /instances/{instance_uuid}/menus/{menu_id}/prompt', at)
          onChanged()
        }}
      />
    </fieldset>
  )
}
