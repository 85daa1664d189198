import { t } from '../../texts/texts.ts'
import { copyText } from '../../ui/copy-button.tsx'
import { showToast } from '../../ui/toast.tsx'

/** The whole address of a place in the chat, for sending to others. */
export async function copyLink(hash: string): Promise<void> {
  try {
    await copyText(new URL(hash, location.origin).href)
    showToast(t.sidebar.linkCopied)
  } catch {
    showToast(t.sidebar.notCopied, 'danger')
  }
}
