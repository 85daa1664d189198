import type { ReactNode } from 'react'
import styles from './item-list.module.css'

/** Lines with a name, something about it, and what can be done. */
export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

interface ListItemProps {
  icon?: ReactNode
  title: ReactNode
  badge?: ReactNode
  detail?: ReactNode
  actions?: ReactNode
}

export function ListItem({ icon, title, badge, detail, actions }: ListItemProps) {
  return (
    <li className={styles.item}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <div className={styles.text}>
        <div className={styles.title}>
          {title} {badge}
        </div>
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  )
}
