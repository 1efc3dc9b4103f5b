import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import HomePage from './home-page.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-before': () => h(HomePage) }),
};
