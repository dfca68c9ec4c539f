import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { logOut } from "./calls.ts";

/** 'Cerrar sesión': forgets everything and goes to the login. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    logOut();
    void navigate("/login");
  }, [navigate]);
}
