import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { characterOf } from '../../chat/emoji/emoji-data.ts'
import { EmojiPicker } from '../../chat/emoji/emoji-picker.tsx'
import type { UserStatus } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Phones } from '../../portal/shell/phones-session.tsx'
import { portalKeys } from '../../portal/shell/portal-keys.ts'
import { offeredPresets, presetNamed } from '../../shell/status-words.tsx'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Popover } from '../../ui/popover.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import styles from './status-form.module.css'
import { type ChosenStatus, StatusForm } from './status-form.tsx'

interface StatusPopoverProps {
  /** Contains the button that opened it. */
  anchor: RefObject<HTMLElement | null>
  phones: Phones | undefined
  onClose: () => void
}

/** The status of a person with an account: what they choose also holds for their phones. */
export function AccountStatusPopover({ anchor, phones, onClose }: StatusPopoverProps) {
  const me = useChat((state) => state.me.userId)
  const status = useChat((state) => state.statuses.get(me))
  const own = useChat((state) => state.emoji)
  return (
    <Popover anchor={anchor} label={t.status.title} onClose={onClose}>
      <StatusForm
        status={chosenInChat(status, (code) => own[code]?.source_url)}
        save={({ availability, text, emoji, clearAt }) =>
          callChat('POST /users/me/status', {
            status_text: text,
            away: availability === 'away',
            do_not_disturb: availability === 'do_not_disturb',
            ...(emoji
              ? { emoji_name: emoji.name, emoji_code: emoji.code, reaction_type: emoji.type }
              : { emoji_name: '' }),
            clear_at: clearAt,
          })
        }
        onSaved={() => closeAfter(anchor, onClose)}
        picker={(onPick) => <EmojiPicker onPick={onPick} />}
      />
      {phones && !phones.portal.isActing && <ProgramStatus phones={phones} />}
    </Popover>
  )
}

function chosenInChat(
  status: UserStatus | undefined,
  urlOf: (code: string) => string | undefined,
): ChosenStatus {
  const { emoji_name: name, emoji_code: code = '', reaction_type: type = '' } = status ?? {}
  return {
    availability: status?.do_not_disturb ? 'do_not_disturb' : status?.away ? 'away' : 'available',
    text: status?.status_text ?? '',
    emoji: name
      ? type === 'realm_emoji'
        ? { name, code, type, url: urlOf(code) }
        : { name, code, type, character: characterOf(code) }
      : undefined,
    clearAt: status?.clear_at ?? null,
  }
}

/** The status of a user of the phones, with a key of the company instead of an account. */
export function PhoneStatusPopover({ anchor, phones, onClose }: StatusPopoverProps & { phones: Phones }) {
  const own = useOwnLayers(phones)
  const { client } = phones.portal
  return (
    <Popover anchor={anchor} label={t.status.title} onClose={onClose}>
      {own.data ? (
        <StatusForm
          status={chosenOnPhones(own.data)}
          save={({ availability, text, emoji, clearAt }) => {
            const preset = offeredPresets.find((one) => one.text === text && one.emoji.code === emoji?.code)
            const named = preset && phoneNames.find((name) => name === preset.name)
            return client.call(
              'PATCH /status/v2/current-user',
              {},
              {
                main_status: { status: availability },
                additional_status: named ? { status: named } : { action: 'unset' },
                text: named ? '' : text,
                emoji: named ? '' : (emoji?.character ?? ''),
                clear_at: clearAt === null ? null : new Date(clearAt * 1000).toISOString(),
              },
            )
          }}
          onSaved={() => closeAfter(anchor, onClose)}
        />
      ) : own.error === null ? (
        <LoadingState />
      ) : (
        <ErrorState error={own.error} onRetry={own.refetch} />
      )}
      <ProgramStatus phones={phones} />
    </Popover>
  )
}

const phoneNames = ['in_a_meeting', 'lunch', 'holiday', 'afk'] as const

type Layers = NonNullable<ReturnType<typeof useOwnLayers>['data']>

function chosenOnPhones({
  main_status: main,
  additional_status: additional,
  ...words
}: Layers): ChosenStatus {
  const preset = additional.action_type === 'manual' ? presetNamed(additional.status) : undefined
  const character = words.emoji ?? preset?.emoji.character
  const known = offeredPresets.find(({ emoji }) => emoji.character === character)?.emoji
  return {
    availability: main.status,
    text: words.text ?? preset?.text ?? '',
    emoji: character ? { name: '', code: '', ...known, character, type: 'unicode_emoji' } : undefined,
    clearAt: words.clear_at === undefined ? null : Date.parse(words.clear_at) / 1000,
  }
}

function useOwnLayers({ portal, queries }: Phones) {
  return useQuery(
    {
      queryKey: portalKeys.statuses.own,
      queryFn: ({ signal }) => portal.client.call('GET /status/v2/current-user', {}, undefined, { signal }),
    },
    queries,
  )
}

/** A status set by a phone or a program. It can be ended here, unless a phone reports a call in progress. */
function ProgramStatus({ phones }: { phones: Phones }) {
  const { data, refetch } = useOwnLayers(phones)
  const preset = presetNamed(data?.additional_status.status ?? '')
  if (data?.additional_status.action_type !== 'automatic' || !preset) return null
  async function end() {
    try {
      await phones.portal.client.call(
        'PATCH /status/v2/current-user',
        {},
        { additional_status: { action: 'unset', action_type: 'automatic' } },
      )
      await refetch()
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  return (
    <Notice>
      <div className={styles.program}>
        <span>{t.status.byProgram(t.status.names[preset.name])}</span>
        <Button size="small" onClick={() => void end()}>
          {t.status.endIt}
        </Button>
      </div>
    </Notice>
  )
}

function closeAfter(anchor: RefObject<HTMLElement | null>, onClose: () => void): void {
  onClose()
  anchor.current?.querySelector('button')?.focus()
  showToast(t.ui.saved)
}
