/** @jest-environment jsdom */
import { ChakraProvider } from '@chakra-ui/react';
import { render, screen, waitFor } from '@testing-library/react';
import { themeSystem } from '../../../ui/theme/theme';
import { PreviewFrame } from './preview-frame';

test('the preview shows a loading state until its frame has loaded', async () => {
  render(
    <ChakraProvider value={themeSystem}>
      <PreviewFrame title="Preview" width={375} height={667} scale={1} brandColor="#f97316">
        <h1>Free inspection</h1>
      </PreviewFrame>
    </ChakraProvider>,
  );
  const frame = screen.getByTitle<HTMLIFrameElement>('Preview');
  const heading = () => frame.contentDocument?.querySelector('h1')?.textContent;
  expect([screen.queryByRole('status')?.textContent, heading()]).toEqual([' Loading…', undefined]);
  await waitFor(() => expect([screen.queryByRole('status'), heading()]).toEqual([null, 'Free inspection']));
});
