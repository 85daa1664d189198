import type { Place } from '../../shell/place.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './switcher.module.css'

interface PlaceOptionProps {
  id: string
  place: Place
  active: boolean
  onChoose: () => void
}

export function PlaceOption({ id, place, active, onChoose }: PlaceOptionProps) {
  const { label, detail, picture, unread, mentions } = place
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={styles.option}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {'icon' in picture ? (
        <picture.icon aria-hidden="true" />
      ) : (
        <Avatar url={picture.avatar} name={label} size="small" />
      )}
      <span className={classNames(styles.label, unread > 0 && styles.waiting)}>{label}</span>
      {detail && <span className={styles.detail}>{detail}</span>}
      <span className={styles.counts}>
        <CountBadge count={mentions} look="mention" label={t.sidebar.mentionCount(mentions)} />
        <CountBadge count={unread} label={t.sidebar.unread} />
      </span>
    </div>
  )
}
