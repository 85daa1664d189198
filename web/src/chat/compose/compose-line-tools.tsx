import {
  CalendarClock,
  Clock,
  FilePen,
  NotebookPen,
  Paperclip,
  PenLine,
  SendHorizontal,
  Type,
  Video,
} from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Composer } from '../drafts/composer.ts'
import { proposeTimes } from '../scheduled/delivery-times.ts'
import { useChat } from '../state/workspace.ts'
import styles from './compose-box.module.css'
import type { ComposeDialogName } from './compose-dialogs.tsx'
import { EmojiButton } from './emoji-button.tsx'
import { useEnterKey } from './use-text-keys.ts'

interface ComposeLineToolsProps {
  composer: Composer
  isWritten: boolean
  isPreview: boolean
  isFormatting: boolean
  onFormatting: (isFormatting: boolean) => void
  onInsert: (text: string) => void
  onFiles: (files: readonly File[]) => void
  canSend: boolean
  isReady: () => boolean
  onSchedule: (at: Date) => Promise<void>
  onOpen: (dialog: ComposeDialogName) => void
}

/** What can be done with the message, beside its text. Sending it is last. */
export function ComposeLineTools({
  composer,
  isWritten,
  isPreview,
  isFormatting,
  onFormatting,
  onInsert,
  onFiles,
  canSend,
  isReady,
  onSchedule,
  onOpen,
}: ComposeLineToolsProps) {
  const enterKey = useEnterKey()
  return (
    <>
      <div className={styles.tools}>
        <IconButton
          label={t.compose.formatting}
          aria-expanded={isFormatting}
          onClick={() => onFormatting(!isFormatting)}
        >
          <Type />
        </IconButton>
        <EmojiButton onPick={onInsert} disabled={isPreview} />
        <UploadButton onFiles={onFiles} disabled={isPreview} />
        <MeetingButton onInsert={onInsert} disabled={isPreview} />
        <UnsentMenu composer={composer} onOpen={onOpen} />
        {isWritten && <SendLaterMenu {...{ isReady, onSchedule }} onOtherTime={() => onOpen('time')} />}
      </div>
      <IconButton
        type="submit"
        label={t.compose.send}
        title={enterKey === 'sends' ? t.compose.sendByEnter : t.compose.sendByControlEnter}
        className={styles.send}
        disabled={!canSend}
      >
        <SendHorizontal />
      </IconButton>
    </>
  )
}

/** Inserts a link to a room that nobody can guess, if the organization has a meeting server. */
function MeetingButton({ onInsert, disabled }: { onInsert: (text: string) => void; disabled: boolean }) {
  const provider = useChat(({ realm }) => realm.video_chat_provider)
  const server = useChat(({ realm }) => realm.jitsi_server_url)
  const name = useChat(({ realm }) => realm.name)
  if (provider !== 3 && (provider !== 1 || !server)) return null
  async function insert() {
    try {
      const link = provider === 3 ? await bigBlueButtonLink(name) : `${server}/${randomName()}`
      onInsert(`[${t.compose.joinMeeting}](${link})`)
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  return (
    <IconButton label={t.compose.addMeeting} disabled={disabled} onClick={() => void insert()}>
      <Video />
    </IconButton>
  )
}

const randomName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The server signs it: only people of the organization enter, and the writer moderates. */
async function bigBlueButtonLink(organization: string): Promise<string> {
  const call = await callChat('GET /calls/bigbluebutton/create', { meeting_name: organization })
  return call.url
}

interface UnsentMenuProps {
  composer: Composer
  onOpen: (dialog: ComposeDialogName) => void
}

/** Everything that was written but not sent: drafts, scheduled messages and snippets. */
function UnsentMenu({ composer, onOpen }: UnsentMenuProps) {
  const { store } = composer.drafts
  const { drafts } = useSyncExternalStore(store.subscribe, store.get)
  const scheduled = useChat((state) => state.scheduled.length)
  return (
    <Menu
      label={t.compose.unsent}
      icon={<PenLine />}
      groups={[
        [
          {
            label: t.compose.countedDrafts(drafts.length),
            icon: <FilePen />,
            onChoose: () => onOpen('drafts'),
          },
          {
            label: t.compose.countedScheduled(scheduled),
            icon: <CalendarClock />,
            onChoose: () => onOpen('scheduled'),
          },
          { label: t.compose.snippets, icon: <NotebookPen />, onChoose: () => onOpen('snippets') },
        ],
      ]}
    />
  )
}

interface SendLaterMenuProps {
  /** Whether the message can be sent; shows what is missing. */
  isReady: () => boolean
  /** Rejects when the server refuses. */
  onSchedule: (at: Date) => Promise<void>
  onOtherTime: () => void
}

function SendLaterMenu({ isReady, onSchedule, onOtherTime }: SendLaterMenuProps) {
  return (
    <Menu
      label={t.compose.sendLater}
      icon={<Clock />}
      groups={[
        proposeTimes(new Date()).map(({ label, at }) => ({
          label,
          onChoose() {
            if (isReady()) onSchedule(at).catch((error) => showToast(messageOf(error), 'danger'))
          },
        })),
        [
          {
            label: t.compose.otherTime,
            icon: <CalendarClock />,
            onChoose() {
              if (isReady()) onOtherTime()
            },
          },
        ],
      ]}
    />
  )
}

function UploadButton({
  onFiles,
  disabled,
}: {
  onFiles: (files: readonly File[]) => void
  disabled: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label={t.compose.upload} disabled={disabled} onClick={() => input.current?.click()}>
        <Paperclip />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t.compose.files}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
