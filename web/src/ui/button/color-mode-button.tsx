import { IconButton } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';

const root = document.documentElement;

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed);
  observer.observe(root, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

function show(mode: 'light' | 'dark') {
  root.className = mode;
  root.dataset.theme = mode;
  root.style.colorScheme = mode;
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
  if (!localStorage.getItem('colorMode')) show(event.matches ? 'dark' : 'light');
});

/** Switches between light and dark and remembers it; until it is used, the system decides (public/color-mode.js). */
export function ColorModeButton() {
  const dark = useSyncExternalStore(subscribe, () => root.classList.contains('dark'));
  const next = dark ? 'light' : 'dark';
  return (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      size="sm"
      aria-label={`Switch to ${next} mode`}
      onClick={() => {
        localStorage.setItem('colorMode', next);
        show(next);
      }}
    >
      {dark ? <Sun /> : <Moon />}
    </IconButton>
  );
}
