import './landing.css';
import { hideBrokenImages } from './hide-broken-images';
import { enhanceForm } from './enhance-form';

// Progressive enhancement: without this script the form still works, with a page load and server-side validation.
hideBrokenImages(document);
const form = document.querySelector<HTMLFormElement>('form[data-endpoint]');
if (form) enhanceForm(form);
