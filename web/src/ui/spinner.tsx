import styles from './spinner.module.css'

/** Decoration: whatever shows it says in words what is going on. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
