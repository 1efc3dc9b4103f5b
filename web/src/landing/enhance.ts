import './landing.css';
import { hideBrokenImages } from './hide-broken-images';
import { submitWithScript } from './submit-with-script';

// Everything works without this file: it only saves a page load and says what is wrong sooner.
hideBrokenImages(document);
const form = document.querySelector<HTMLFormElement>('form[data-endpoint]');
if (form) submitWithScript(form);
