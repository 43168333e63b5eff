// The switch between light and dark.
import { useEffect, useState } from 'preact/hooks';
import { chooseTheme, shownTheme } from './theme.ts';

export function ThemeSwitch() {
  const [theme, setTheme] = useState(shownTheme);
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => setTheme(shownTheme());
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, []);

  function change(): void {
    chooseTheme(theme === 'dark' ? 'light' : 'dark');
    setTheme(shownTheme());
  }
  return (
    <button type="button" class="theme" aria-pressed={theme === 'dark'} aria-label="Dark theme" onClick={change}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {theme === 'dark' ? <Moon /> : <Sun />}
      </svg>
    </button>
  );
}

function Sun() {
  return (
    <>
      <circle cx="12" cy="12" r="4.2" />
      <path d="M12 2.5v2.4M12 19.1v2.4M2.5 12h2.4M19.1 12h2.4M5.3 5.3 7 7M17 17l1.7 1.7M5.3 18.7 7 17M17 7l1.7-1.7" />
    </>
  );
}

function Moon() {
  return <path d="M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z" />;
}
