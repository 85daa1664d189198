import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { CopiedValue } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './links-dialog.module.css'
import { Notice } from './notice.tsx'

export interface LinkToPassOn {
  /** whose it is */
  name: string
  link: string
}

interface LinksDialogProps {
  title: string
  /** What the links are for, and how long they work. */
  text: string
  links: readonly LinkToPassOn[]
  onClose: () => void
}

/** On a server that sends no mail, the links that would be mailed, to copy and pass on. */
export function LinksDialog({ title, text, links, onClose }: LinksDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {t.ui.close}
        </Button>
      }
    >
      <Notice look="warning">{t.ui.noMailSent}</Notice>
      <p>{text}</p>
      <ul className={styles.links}>
        {links.map(({ name, link }) => (
          <li key={name}>
            <strong>{name}</strong>
            <CopiedValue label={t.ui.linkOf(name)} value={link} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
